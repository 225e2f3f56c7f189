import { expect, type Page } from 'playwright/test';
import { localOrigin, portOffsets } from '../../infra/local/addresses.ts';
import { expectAccessible } from './support/accessible.ts';
import { openAccount } from './support/account.ts';
import { haveCredits, name, shown, trialCredits } from './support/product.ts';
import { test } from './support/test.ts';

const mailboxOrigin = localOrigin(Number(process.env.JOURNEYS_PORT) + portOffsets.mailbox);

/** Opens the newest message to an address with a subject, as soon as it is in the local mailbox. */
async function openMail(page: Page, email: string, subject: string): Promise<void> {
  const item = page.locator('article').filter({ hasText: email }).filter({ hasText: subject });
  await expect(async () => {
    await page.goto(mailboxOrigin);
    await expect(item).toHaveCount(1, { timeout: 100 });
  }).toPass({ timeout: 30_000 });
  await item.getByRole('link').click();
  await expect(page.locator('h1')).toHaveText(subject);
}

const message = (page: Page) => page.frameLocator('iframe');

test('the first sign-in is followed by a mail about the trial', async ({ page }) => {
  const email = await openAccount(page);
  await openMail(page, email, `${shown.en.credits(trialCredits)} to try ${name}`);
  await expect(message(page).getByText('there is no subscription')).toBeVisible();
  await expect(page.getByText('there is no subscription').first()).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await expectAccessible(page);
});

test('a user is told of a low balance at a mark of their own, and ends such mail by its link', async ({
  page,
}) => {
  const email = await openAccount(page, '/account/#messages');
  const section = page.locator('#messages');
  await section
    .getByLabel('Tell me when my balance falls to (credits)')
    .fill(`${trialCredits - 1}`);
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(section.getByText('Saved.')).toBeVisible();

  await page.goto('/flows/#social-card');
  const bench = page.locator('.flows-bench:not([hidden])');
  await bench.getByRole('textbox', { name: 'Title', exact: true }).fill('Water for the town');
  await bench.locator('button[type="submit"]').click();
  await expect(page.locator('.flows-balance')).toHaveText(haveCredits(-2));

  await openMail(page, email, `You have ${shown.en.credits(trialCredits - 2)} left`);
  const link = message(page).getByRole('link', { name: 'No more messages like this' });
  await page.goto((await link.getAttribute('href')) ?? '');
  await expect(
    page.getByText('If you unsubscribe, we send no more e-mails about your balance.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'To your account' }).click();
  await page.goto('/account/#messages');
  const topic = section.getByLabel(
    'Trial credits, a low balance, runs that need more, and caps of keys',
  );
  await expect(topic).not.toBeChecked();
  await expect(section.getByLabel('Credits that expire, 7 days and 1 day before')).toBeChecked();
  await topic.check();
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(section.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(topic).toBeChecked();
});

test('a link that was cut off ends nothing, and says so', async ({ page }) => {
  const answer = await page.request.get('/api/messages/unsubscribe?token=abc');
  expect(answer.status()).toBe(422);
  expect(await answer.text()).toContain('Open the whole link');
});
