/** Lambda gives a share of a processor by the memory; a whole one makes the fastest cold start. */
export const functionMemoryMb = 1_769;
