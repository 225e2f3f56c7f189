import { adopt } from './bugs/adopt.ts';
import { audit } from './bugs/audit.ts';
import { contentCheck } from './bugs/content-check.ts';
import { editor } from './bugs/editor.ts';
import { flows } from './bugs/flows.ts';
import { islands } from './bugs/islands.ts';
import { ledger } from './bugs/ledger.ts';
import { limits } from './bugs/limits.ts';
import { pages } from './bugs/pages.ts';
import { purchase } from './bugs/purchase.ts';
import { returnTo } from './bugs/return-to.ts';
import { signIn } from './bugs/sign-in.ts';
import { templates } from './bugs/templates.ts';
import { webhooks } from './bugs/webhooks.ts';
import type { Area } from './planted-bug.ts';

/** Every planted bug, by area. */
export const areas: readonly Area[] = [
  ...[ledger, purchase, audit, signIn, returnTo, limits, webhooks],
  ...[pages, islands, flows, contentCheck, editor, adopt, templates],
];
