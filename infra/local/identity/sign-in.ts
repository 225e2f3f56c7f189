import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type Interaction, type InteractionResult, type Provider } from 'oidc-provider';
import { providerReasons } from '../../../src/client/auth/provider-reasons.ts';
import type { Page } from '../http/html.ts';
import { readForm } from '../http/read-request.ts';
import { checkForm, type Person, subjectOf } from './person.ts';
import {
  cancelAction,
  errorPage,
  errorSentence,
  pageLanguage,
  refusalField,
  signInPage,
} from './sign-in-page.ts';

/** Enough for a form with three fields. */
const MAX_FORM_BYTES = 10_000;

interface SignInDeps {
  readonly provider: Provider;
  readonly siteOrigin: string;
  /** Stores the person; a later sign-in with the same address replaces an earlier one. */
  readonly remember: (person: Person) => void;
}

/**
 * Shows the sign-in page and handles its form.
 * @returns the page to send; `undefined` when a redirect was sent already
 */
export async function handleSignIn(
  request: IncomingMessage,
  response: ServerResponse,
  deps: SignInDeps,
): Promise<{ status: number; page: Page } | undefined> {
  const interaction = await interactionOf(request, response, deps);
  if (interaction === undefined) {
    return { status: 400, page: errorPage(errorSentence('SessionNotFound'), deps.siteOrigin) };
  }
  const language = pageLanguage(interaction.params.ui_locales);
  const options = { siteOrigin: deps.siteOrigin, language };
  if (request.method !== 'POST') return { status: 200, page: signInPage(options) };
  const fields = await readForm(request, MAX_FORM_BYTES);
  if (fields === undefined) {
    return { status: 413, page: errorPage('The form is too large.', deps.siteOrigin) };
  }
  const finish = (result: InteractionResult) =>
    deps.provider.interactionFinished(request, response, result).then(() => undefined);
  if (fields.get('action') === cancelAction) return finish(denied);
  const refusal = providerReasons[Number(fields.get(refusalField) || Number.NaN)];
  if (refusal) {
    const { error, description } = refusal.example;
    return finish({ error, error_description: description });
  }
  const form = {
    email: fields.get('email') ?? '',
    name: fields.get('name') ?? '',
    emailVerified: fields.has('email_verified'),
  };
  const check = checkForm(form);
  if (!check.ok) return { status: 422, page: signInPage(options, form, check) };
  deps.remember(check.person);
  return finish({ login: { accountId: subjectOf(check.person.email) } });
}

/** The application's request; `undefined` when it has ended or belongs to another browser. */
async function interactionOf(
  request: IncomingMessage,
  response: ServerResponse,
  { provider }: SignInDeps,
): Promise<Interaction | undefined> {
  try {
    return await provider.interactionDetails(request, response);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

const denied: InteractionResult = {
  error: 'access_denied',
  error_description: 'The sign-in was cancelled.',
};
