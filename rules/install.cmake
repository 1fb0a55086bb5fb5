# SPDX-License-Identifier: Apache-2.0
# Installs the rules as a library of its own, component `rules`: include/adoube, lib, find_package(adoube), pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(adoube_rules INTERFACE)
add_library(adoube::rules ALIAS adoube_rules)
target_include_directories(adoube_rules INTERFACE "$<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>")
set(parts chess notation article4 recognition)
foreach(part IN LISTS parts)
  target_link_libraries(adoube_rules INTERFACE adoube_${part})
endforeach()

foreach(part IN LISTS parts ITEMS rules)
  set_target_properties(adoube_${part} PROPERTIES EXPORT_NAME ${part})
  # The headers name each other from the root of the source tree ("rules/core/square.hpp"), installed as well as here.
  target_include_directories(adoube_${part} INTERFACE
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/adoube>")
  # In the build each target has a standard of its own (see the root).
  target_compile_features(adoube_${part} INTERFACE "$<INSTALL_INTERFACE:cxx_std_20>")
  install(TARGETS adoube_${part} EXPORT adoube ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT rules)
endforeach()

install(DIRECTORY include/adoube DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT rules)
install(DIRECTORY core ${parts} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/adoube/rules" COMPONENT rules
  FILES_MATCHING PATTERN "*.hpp")

set(config "${CMAKE_INSTALL_LIBDIR}/cmake/adoube")
install(EXPORT adoube NAMESPACE adoube:: FILE adoubeTargets.cmake DESTINATION "${config}" COMPONENT rules)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/adoubeConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES adoubeConfig.cmake "${CMAKE_CURRENT_BINARY_DIR}/adoubeConfigVersion.cmake" DESTINATION "${config}" COMPONENT rules)

configure_file(adoube-rules.pc.in adoube-rules.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/adoube-rules.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT rules)
