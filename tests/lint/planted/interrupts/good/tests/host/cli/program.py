process.send_signal(number)
