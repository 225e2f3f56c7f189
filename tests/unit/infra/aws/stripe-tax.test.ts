import { expect, test } from 'vitest';
import { taxFaults } from '../../../../infra/aws/stripe-tax.ts';

const ready = { status: 'active', status_details: { active: {} } };
const pending = {
  status: 'pending',
  status_details: { pending: { missing_fields: ['head_office'] } },
};

test.each([
  ['is ready', ready, { data: [{}] }, []],
  ['lacks its address of origin', pending, { data: [{}] }, [/lacks head_office/]],
  ['lacks a registration', ready, { data: [] }, [/no active registration/]],
  ['lacks both', pending, { data: [] }, [/lacks head_office/, /no active registration/]],
  ['may not be read', undefined, undefined, [/may the key read/]],
])('Stripe Tax %s', async (_what, settings, registrations, expected) => {
  const request = async (url: string) => {
    const body = url.includes('/settings') ? settings : registrations;
    return body ? Response.json(body) : new Response('', { status: 403 });
  };
  const faults = await taxFaults('rk_test_0123456789', request);
  expect(faults).toEqual(expected.map((one) => expect.stringMatching(one)));
});
