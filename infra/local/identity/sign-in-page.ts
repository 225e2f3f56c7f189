import { providerReasons } from '../../../src/client/auth/provider-reasons.ts';
import { defaultLanguage, isLanguage, type Language } from '../../../src/contract/language.ts';
import { fill } from '../../../src/i18n/fill.ts';
import { signInWords } from '../../../src/i18n/words.ts';
import { site } from '../../../src/site.config.ts';
import { escapeHtml, type Page, page } from '../http/html.ts';
import { type FormCheck, MAX_NAME_LENGTH, type Person } from './person.ts';

export const cancelAction = 'cancel';
/** Holds the place of a reason in `providerReasons`, with which the stand-in refuses the sign-in. */
export const refusalField = 'refusal';

const refusals = providerReasons
  .map(({ example: { error, description } }, index) => {
    return `<option value="${index}">${escapeHtml(`${error}: ${description}`)}</option>`;
  })
  .join('');

const emptyForm: Person = { email: '', name: '', emailVerified: true };

type FormRefusal = Extract<FormCheck, { ok: false }>;

const refusedFields = { email_invalid: 'email', name_invalid: 'name' } as const;

/** The page where a developer signs in as any user. After a refusal it shows the typed fields. */
export function signInPage(
  { siteOrigin, language }: { readonly siteOrigin: string; readonly language: Language },
  form = emptyForm,
  refusal?: FormRefusal,
): Page {
  const texts = signInWords[language];
  const title = `${texts.title} ${site.name}`;
  const refused = refusal && refusedFields[refusal.code];
  const field = (name: 'email' | 'name', attributes: string) =>
    textField(name, texts[name], {
      attributes: `value="${escapeHtml(form[name])}" ${attributes}`,
      hasFocus: name === (refused ?? 'email'),
      ...(name === refused && { error: fill(texts[`${name}Refused`], { max: MAX_NAME_LENGTH }) }),
    });
  const content = `
<h1>${escapeHtml(title)}</h1>
<p>${texts.standIn}</p>
<form method="post" novalidate>
${field('email', 'autocomplete="username" required inputmode="email" spellcheck="false"')}
${field('name', `autocomplete="name" maxlength="${MAX_NAME_LENGTH}"`)}
<label class="check"><input type="checkbox" name="email_verified" value="true"${form.emailVerified ? ' checked' : ''}>${texts.verified}</label>
<details><summary>${texts.refuse}</summary><label for="${refusalField}">${texts.refuseAs}</label><select id="${refusalField}" name="${refusalField}"><option value="">–</option>${refusals}</select></details>
<div class="actions"><button class="primary" type="submit">${texts.submit}</button><button type="submit" name="action" value="${cancelAction}">${texts.cancel}</button></div>
</form>`;
  return page(refusal === undefined ? title : `${texts.error}${title}`, content, {
    language,
    formTarget: siteOrigin,
  });
}

/** @param field.attributes as HTML */
function textField(
  name: 'email' | 'name',
  label: string,
  field: { readonly attributes: string; readonly hasFocus: boolean; readonly error?: string },
): string {
  const { attributes, hasFocus, error } = field;
  const all = [
    `id="${name}" name="${name}" type="${name === 'email' ? 'email' : 'text'}"`,
    attributes,
    ...(hasFocus ? ['autofocus'] : []),
    ...(error === undefined ? [] : [`aria-invalid="true" aria-describedby="${name}-error"`]),
  ];
  const input = `<label for="${name}">${label}</label><input ${all.join(' ')}>`;
  if (error === undefined) return input;
  return `${input}<p class="error" id="${name}-error" role="alert">${escapeHtml(error)}</p>`;
}

/**
 * The language of the pages.
 * @param uiLocales BCP 47 tags separated by spaces, the preferred one first, as the application
 *   sent them (OpenID Connect Core 1.0, section 3.1.2.1)
 */
export function pageLanguage(uiLocales: string | undefined): Language {
  const tags = uiLocales?.toLowerCase().split(' ') ?? [];
  return tags.map((tag) => tag.split('-', 1)[0]).find(isLanguage) ?? defaultLanguage;
}

/** The page about a refused request, which links to the site at `home`. */
export function errorPage(sentence: string, home: string): Page {
  const link = `<a href="${escapeHtml(home)}">Back to the site</a>`;
  return page(
    'Sign-in error',
    `<h1>That did not work</h1><p role="alert">${escapeHtml(sentence)}</p>${link}`,
  );
}

/**
 * The sentence about an error of the provider. It never contains the error's own message.
 * @param names the error's class and its OAuth code, the more specific one first
 */
export function errorSentence(...names: readonly string[]): string {
  const known = names.map((name) => errorSentences[name]).find((one) => one !== undefined);
  return known ?? 'The request for a sign-in is not acceptable; start again from the site.';
}

const errorSentences: Readonly<Record<string, string>> = {
  invalid_client: 'No application is registered under this client id; check AUTH0_CLIENT_ID.',
  invalid_redirect_uri:
    'The address to return to is not registered; check SITE_ORIGIN and open the site under it.',
  invalid_return_to: 'The address to return to is not registered for sign-out; check SITE_ORIGIN.',
  server_error: 'The local identity provider failed; its log has the reason.',
  SessionNotFound: 'This sign-in has expired or was finished already; start again from the site.',
};
