#include "callrecord.h"
