import type { Language } from '../../../src/contract/language.ts';
import { fill } from '../../../src/i18n/fill.ts';
import { signInWords } from '../../../src/i18n/words.ts';
import { site } from '../../../src/site.config.ts';
import { escapeHtml, type Page, page } from '../html.ts';
import { type FormCheck, MAX_NAME_LENGTH, type PersonForm } from './person.ts';

/** The value of the button that denies the sign-in. */
export const cancelAction = 'cancel';

const emptyForm: PersonForm = { email: '', name: '', emailVerified: true };

type Refusal = Extract<FormCheck, { ok: false }>;

/** For whom the page is made. */
interface Shown {
  /** Where the form leads in the end. */
  readonly siteOrigin: string;
  readonly language: Language;
}

/**
 * The page on which anybody signs in as anybody.
 *
 * @param form what was typed before, kept when it was refused
 * @param refusal what was wrong with it
 */
export function signInPage(
  { siteOrigin, language }: Shown,
  form = emptyForm,
  refusal?: Refusal,
): Page {
  const say = signInWords[language];
  const fault = refusal && {
    field: refusal.field,
    message: fill(say[`${refusal.field}Refused`], { max: MAX_NAME_LENGTH }),
  };
  const title = `${say.title} ${site.name}`;
  const content = `
<h1>${escapeHtml(title)}</h1>
<p>${say.standIn}</p>
<form method="post" novalidate>
${textField({ field: 'email', label: say.email, type: 'email', value: form.email, autocomplete: 'username', isFirst: true }, fault)}
${textField({ field: 'name', label: say.name, type: 'text', value: form.name, autocomplete: 'name', isFirst: false }, fault)}
<label class="check"><input type="checkbox" name="email_verified" value="true"${form.emailVerified ? ' checked' : ''}>${say.verified}</label>
<div class="actions"><button class="primary" type="submit">${say.signIn}</button><button type="submit" name="action" value="${cancelAction}">${say.cancel}</button></div>
</form>`;
  return page(refusal === undefined ? title : `${say.error}${title}`, content, {
    language,
    formTarget: siteOrigin,
  });
}

/** The field that was refused, and what is said beside it. */
interface Fault extends Pick<Refusal, 'field'> {
  readonly message: string;
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
  fault: Fault | undefined,
): string {
  const isRefused = fault?.field === field;
  const hasFocus = fault === undefined ? isFirst : isRefused;
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
    ? `<p class="error" id="${field}-error" role="alert">${escapeHtml(fault.message)}</p>`
    : '';
  return `<label for="${field}">${label}</label><input ${attributes.join(' ')}>${message}`;
}
