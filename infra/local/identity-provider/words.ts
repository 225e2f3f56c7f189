import { defaultLanguage, isLanguage, type Language } from '../../../src/contract/language.ts';
import { MAX_NAME_LENGTH } from './person.ts';

/** What the sign-in page says; the product's name comes after `title`. */
const english = {
  title: 'Sign in to',
  error: 'Error: ',
  standIn:
    'This is the local stand-in for the identity provider. It checks no password: any address works, and the same address is the same person.',
  email: 'E-mail',
  name: 'Name',
  verified: 'The address is verified',
  signIn: 'Sign in',
  cancel: 'Cancel',
  emailRefused: 'Enter an e-mail address, such as ada@example.com.',
  nameRefused: `Enter a name of at most ${MAX_NAME_LENGTH} characters.`,
} as const;

type Words = Readonly<Record<keyof typeof english, string>>;

export const words: Readonly<Record<Language, Words>> = {
  en: english,
  zh: {
    title: '登录',
    error: '有误：',
    standIn: '这是登录服务在本机上的替身：不检查密码，填任何邮箱都可以；同一个邮箱就是同一个人。',
    email: '邮箱',
    name: '姓名',
    verified: '邮箱已验证',
    signIn: '登录',
    cancel: '取消',
    emailRefused: '请填写邮箱，例如 ada@example.com。',
    nameRefused: `姓名最多 ${MAX_NAME_LENGTH} 个字符，请重新填写。`,
  },
};

/**
 * The language to show the pages in.
 *
 * @param uiLocales BCP 47 tags with spaces between, the preferred one first, as the application
 *   sent them (OpenID Connect Core 1.0, section 3.1.2.1)
 */
export function pageLanguage(uiLocales: string | undefined): Language {
  const tags = uiLocales?.toLowerCase().split(' ') ?? [];
  return tags.map((tag) => tag.split('-', 1)[0]).find(isLanguage) ?? defaultLanguage;
}
