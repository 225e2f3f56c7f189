import { constants, setPriority } from 'node:os';

// The process gives way to its parent and to whatever else the machine does, and begins with that
// before it loads its code: under attack many start, and each takes half a second of a processor.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const [{ flows }, { taskRunner }] = await Promise.all([
  import('./catalog.ts'),
  import('./flow-task.ts'),
]);

/** Runs in a process of its own, which `flow-processes.ts` starts. */
export default await taskRunner(flows);
