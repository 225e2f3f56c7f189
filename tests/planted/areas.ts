import { audit } from './bugs/audit.ts';
import { ledger } from './bugs/ledger.ts';
import { limits } from './bugs/limits.ts';
import { purchase } from './bugs/purchase.ts';
import { returnTo } from './bugs/return-to.ts';
import { signIn } from './bugs/sign-in.ts';
import { webhooks } from './bugs/webhooks.ts';
import type { Area } from './planted-bug.ts';

/** Every planted bug, by area. */
export const areas: readonly Area[] = [ledger, purchase, audit, signIn, returnTo, limits, webhooks];
