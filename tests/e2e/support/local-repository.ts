import type { Page } from 'playwright/test';

/** A file of a repository: its path from the root, and its bytes in base64. */
export interface RepositoryFile {
  readonly path: string;
  readonly base64: string;
}

/**
 * Gives the page a repository of its own: the browser's private file system, which answers in the
 * place of the dialog in which somebody would choose a folder of the disk. Source: File System
 * standard, `StorageManager.getDirectory()`; File System Access, `showDirectoryPicker()`.
 */
export async function offerRepository(page: Page, files: readonly RepositoryFile[]): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() });
  });
  await page.goto('/favicon.svg');
  await page.evaluate(writeFiles, [{ path: '.git/HEAD', base64: '' }, ...files]);
}

/** The text of a file in the page's repository; `undefined` when there is none. */
export function fileIn(page: Page, path: string): Promise<string | undefined> {
  return page.evaluate(readText, path);
}

/** Runs in the page. */
async function writeFiles(files: readonly RepositoryFile[]): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const write = async ({ path, base64 }: RepositoryFile) => {
    const folders = path.split('/');
    const name = folders.pop() ?? '';
    let folder = root;
    for (const part of folders) folder = await folder.getDirectoryHandle(part, { create: true });
    const file = await folder.getFileHandle(name, { create: true });
    const stream = await file.createWritable();
    await stream.write(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)));
    await stream.close();
  };
  await Promise.all(files.map(write));
}

/** Runs in the page. */
async function readText(path: string): Promise<string | undefined> {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  try {
    let folder = await navigator.storage.getDirectory();
    for (const part of folders) folder = await folder.getDirectoryHandle(part);
    return await (await (await folder.getFileHandle(name)).getFile()).text();
  } catch (reason) {
    if (reason instanceof DOMException && reason.name === 'NotFoundError') return undefined;
    throw reason;
  }
}
