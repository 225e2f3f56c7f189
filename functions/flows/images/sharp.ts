import sharp from 'sharp';

// Runs are at work side by side, so one needs no threads of its own; and what one run has decoded
// helps no other, so nothing is kept. Decision 0022 has what this does to the memory.
sharp.concurrency(1);
sharp.cache(false);

/** The picture library, set up for many short runs in one process. */
export { sharp };
