/* Processor time of other programs, for measurements that hold on a busy machine. */
#ifndef TESTS_LIB_PROCESSOR_H
#define TESTS_LIB_PROCESSOR_H

/** processor_ms() - milliseconds that process @pid, its children and those of them that have ended have used so far, to
 *  about a hundredth of a second; 0 when @pid is 0 or not there. Linux only. */
double processor_ms(long pid);

#endif
