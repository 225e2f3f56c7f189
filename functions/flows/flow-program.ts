import { flows } from './catalog.ts';
import { taskRunner } from './flow-task.ts';

/** Runs in a process of its own, which `flow-processes.ts` starts. */
export default await taskRunner(flows);
