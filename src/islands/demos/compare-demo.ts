interface CompareDemoProps {
  /** The address of the heavy picture, which only somebody who moves the slider downloads. */
  readonly before: string;
  /** The HTML that the build renders between the island's tags. */
  readonly children?: unknown;
}

/** A slider over one picture, before and after: the heavy file on the left, the light one on the right. */
export default function CompareDemo({ before }: CompareDemoProps, root: HTMLElement): void {
  const slider = root.querySelector('input');
  const frame = slider?.parentElement;
  const picture = root.querySelector<HTMLImageElement>('[data-before]');
  if (!slider || !frame || !picture) return;
  // Until it is there, and if it fails to load, both halves show the light file.
  picture.addEventListener('load', () => {
    picture.hidden = false;
  });
  // A hidden picture that is lazy never comes near.
  picture.loading = 'eager';
  picture.src = before;
  const move = () => frame.style.setProperty('--at', `${slider.value}%`);
  slider.addEventListener('input', move);
  move();
}
