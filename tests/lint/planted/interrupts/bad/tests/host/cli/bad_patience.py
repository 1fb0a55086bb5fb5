time.sleep(0.3)
process.send_signal(signal.SIGINT)
