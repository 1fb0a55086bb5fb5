const char* file = "/tmp/capture.pcap";
