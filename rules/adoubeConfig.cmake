# SPDX-License-Identifier: Apache-2.0
# find_package(adoube): targets adoube::rules (all of it), adoube::chess, adoube::notation, adoube::article4,
# adoube::recognition.
include(CMakeFindDependencyMacro)
find_dependency(tl-expected)
include("${CMAKE_CURRENT_LIST_DIR}/adoubeTargets.cmake")
