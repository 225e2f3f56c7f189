import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// Tells the process that watches this one (`watch.ts`) which files Node loads, but for packages.
registerHooks({
  load(url, context, next) {
    const isOurs = url.startsWith('file:') && !url.includes('/node_modules/');
    if (isOurs) process.send?.(fileURLToPath(url));
    return next(url, context);
  },
});
