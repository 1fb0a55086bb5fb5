#!/bin/busybox sh
# SPDX-License-Identifier: Apache-2.0
# What the guest does, once. Each part is told between a line "@begin NAME" and a line "@end NAME EXIT-STATUS".
/bin/busybox mkdir -p /proc /sys /dev /run /sbin
/bin/busybox --install -s /bin
export PATH=/bin HOME=/run
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
stty -onlcr </dev/console
echo # the firmware's last line has no end

part() {
  local part=$1
  shift
  echo "@begin $part"
  "$@" 2>&1
  echo "@end $part $?"
}

# The sysfs folder of the device with that vendor:product, when there is one.
device() {
  for folder in /sys/bus/usb/devices/*; do
    [ "$(cat "$folder/idVendor" 2>/dev/null):$(cat "$folder/idProduct" 2>/dev/null)" = "$1" ] && echo "$folder" && return 0
  done
  return 1
}
# Waits for it to come, or, with "gone", to go.
wait_for() {
  tries=0
  while [ $tries -lt 300 ]; do
    if device "$1" >/dev/null; then [ "$2" = gone ] || return 0; else [ "$2" = gone ] && return 0; fi
    usleep 50000
    tries=$((tries + 1))
  done
  return 1
}
node() {
  folder=$(device "$1") || return 1
  printf '/dev/bus/usb/%03d/%03d\n' "$(cat "$folder/busnum")" "$(cat "$folder/devnum")"
}
attributes() {
  folder=$(device "$1") || return 1
  for name in speed version bConfigurationValue bNumInterfaces manufacturer product serial; do echo "$name $(cat "$folder/$name")"; done
}
# testusb CASE NUMBER with those sizes; what the device lacks is left out in silence.
case_of() {
  local number=$1
  shift
  timeout 60 testusb -D "$at" -t "$number" "$@" 2>&1 | grep -i test || echo "$at test $number says nothing"
}
# Every case that usbtest has, with the sizes that fit full speed.
cases() {
  at=$(node "$1") || return 1
  for number in $(seq 0 29); do case_of "$number" -c 8 -s 512 -g 8 -v 64; done
}
# An odd number of packets each: whoever forgets to return a toggle to DATA0 begins the next case with the wrong one. The sizes
# above make even numbers.
odd_cases() {
  at=$(node "$1") || return 1
  for number in 2 2 13 2 26 26 2; do case_of "$number" -c 7 -s 448 -g 7 -v 64; done
}
# Both to files: the serial line is slow, and nothing here may make the board wait.
events() {
  adoube --json events >/run/events 2>/run/complaint
  status=$?
  cat /run/events /run/complaint
  return $status
}

board=$(sed -n 's/.*adoube.board=\([^ ]*\).*/\1/p' /proc/cmdline)
tested=$(sed -n 's/.*adoube.tested=\([^ ]*\).*/\1/p' /proc/cmdline)
for module in usb-common usbcore uhci-hcd; do insmod /lib/modules/$module.ko; done
part plug wait_for "$board"
part plug_tested wait_for "$tested"
usleep 300000
part attributes attributes "$board"
part lsusb lsusb -v -d "$board"
part list adoube --json list
part info adoube --json info
part events events
part unplug wait_for "$board" gone
part replug wait_for "$board"
usleep 300000
part attributes_again attributes "$board"
# Alternate setting 1 of the test build has the endpoints that the cases want.
insmod /lib/modules/usbtest.ko alt=1
part cases cases "$tested"
part odd_cases odd_cases "$tested"
part log dmesg
poweroff -f
