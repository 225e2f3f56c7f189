import * as z from 'zod/mini';
import type { Asking } from './runtime/ask-aws.ts';

const settingsSchema = z.object({
  status: z.string(),
  status_details: z.object({
    pending: z.nullish(z.object({ missing_fields: z.nullish(z.array(z.string())) })),
  }),
});

const registrationsSchema = z.object({ data: z.array(z.unknown()) });

/**
 * The parts that Stripe Tax lacks to work out any tax: the address of origin, and a registration,
 * without which every tax is zero.
 * Source: "Use the Settings API to configure Stripe Tax" (https://docs.stripe.com/tax/settings-api) and
 * "Use the Registrations API" in the Stripe documentation.
 * @returns a sentence for each; none when it is ready
 */
export async function taxFaults(
  secretKey: string,
  request: Asking['fetch'],
): Promise<readonly string[]> {
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${secretKey}` };
    const answer = await request(`https://api.stripe.com/v1/tax/${path}`, { headers });
    return answer.ok ? answer.json() : undefined;
  };
  const settings = settingsSchema.safeParse(await read('settings'));
  const active = registrationsSchema.safeParse(await read('registrations?status=active&limit=1'));
  if (!settings.success || !active.success) {
    return ['Stripe does not say whether Stripe Tax is ready: may the key read its settings?'];
  }
  const { status, status_details } = settings.data;
  const missing = status_details.pending?.missing_fields?.join(', ') || 'its settings';
  return [
    ...(status === 'active' ? [] : [`Stripe Tax is not ready: it lacks ${missing}.`]),
    ...(active.data.data.length > 0
      ? []
      : ['Stripe Tax has no active registration, so every tax would be zero.']),
  ];
}
