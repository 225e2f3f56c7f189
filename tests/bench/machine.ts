import { arch, cpus, platform, release, totalmem } from 'node:os';

const BYTES_PER_GB = 1024 ** 3;

/** The machine that figures are from; without its name, which is nobody's business. */
export function machine() {
  const [cpu] = cpus();
  return {
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / BYTES_PER_GB),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.versions.node,
  };
}
