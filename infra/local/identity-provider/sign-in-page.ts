import { site } from '../../../src/site.config.ts';
import { escapeHtml, type Page, page } from '../html.ts';
import { type FormCheck, MAX_NAME_LENGTH, type PersonForm } from './person.ts';

/** The value of the button that denies the sign-in. */
export const cancelAction = 'cancel';

const emptyForm: PersonForm = { email: '', name: '', emailVerified: true };

type Refusal = Extract<FormCheck, { ok: false }>;

/**
 * The page on which anybody signs in as anybody.
 *
 * @param siteOrigin where the form leads in the end
 * @param form what was typed before, kept when it was refused
 * @param refusal what was wrong with it
 */
export function signInPage(siteOrigin: string, form = emptyForm, refusal?: Refusal): Page {
  const content = `
<h1>Sign in to ${escapeHtml(site.name)}</h1>
<p>This is the local stand-in for the identity provider. It checks no password: any address works, and the same address is the same person.</p>
<form method="post" novalidate>
${textField({ field: 'email', label: 'E-mail', type: 'email', value: form.email, autocomplete: 'username', isFirst: true }, refusal)}
${textField({ field: 'name', label: 'Name', type: 'text', value: form.name, autocomplete: 'name', isFirst: false }, refusal)}
<label class="check"><input type="checkbox" name="email_verified" value="true"${form.emailVerified ? ' checked' : ''}>The address is verified</label>
<div class="actions"><button class="primary" type="submit">Sign in</button><button type="submit" name="action" value="${cancelAction}">Cancel</button></div>
</form>`;
  const title = `Sign in to ${site.name}`;
  return page(refusal === undefined ? title : `Error: ${title}`, content, {
    formTarget: siteOrigin,
  });
}

interface TextField {
  readonly field: 'email' | 'name';
  readonly label: string;
  readonly type: string;
  readonly value: string;
  readonly autocomplete: string;
  readonly isFirst: boolean;
}

function textField(
  { field, label, type, value, autocomplete, isFirst }: TextField,
  refusal: Refusal | undefined,
): string {
  const isRefused = refusal?.field === field;
  const hasFocus = refusal === undefined ? isFirst : isRefused;
  const attributes = [
    `id="${field}" name="${field}" type="${type}" value="${escapeHtml(value)}"`,
    `autocomplete="${autocomplete}"`,
    ...(field === 'email'
      ? ['required inputmode="email" spellcheck="false"']
      : [`maxlength="${MAX_NAME_LENGTH}"`]),
    ...(hasFocus ? ['autofocus'] : []),
    ...(isRefused ? [`aria-invalid="true" aria-describedby="${field}-error"`] : []),
  ];
  const message = isRefused
    ? `<p class="error" id="${field}-error" role="alert">${escapeHtml(refusal.message)}</p>`
    : '';
  return `<label for="${field}">${label}</label><input ${attributes.join(' ')}>${message}`;
}
