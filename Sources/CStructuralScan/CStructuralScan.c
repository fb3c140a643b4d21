// The target is its header; this compiles it once by itself.
#include "CStructuralScan.h"
