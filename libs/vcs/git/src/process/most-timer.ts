/** Timers of the system have no number for more (ms). */
export const mostTimer = 2 ** 31 - 1;
