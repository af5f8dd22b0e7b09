void daybook_trace_placeholder(void){}
