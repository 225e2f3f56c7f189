import * as z from 'zod/mini';
import type { StripeObject } from './stripe-objects.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly body: StripeObject;
}

/** A whole number in a form or a query. */
export const whole = z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number));

/** An error in Stripe's form. Source: "Errors" in the Stripe API reference. */
export function failure(status: number, message: string, more: StripeObject = {}): ApiAnswer {
  return { status, body: { error: { type: 'invalid_request_error', message, ...more } } };
}

/** The error about the first parameter that is unknown or malformed. */
export function parameterFailure(error: z.core.$ZodError): ApiAnswer {
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const [param = ''] = issue.keys;
    const more = { code: 'parameter_unknown', param };
    return failure(400, `Received unknown parameter: ${param}`, more);
  }
  const param = issue?.path.join('.') ?? '';
  return failure(400, `Invalid parameter: ${param}`, { param });
}
