import { useDeferredValue } from 'react';
import { isDrawable, undrawable } from '../../contract/drawable.ts';
import { cardSvg } from '../../drawing/card.ts';
import {
  type CardOptions,
  type CardSize,
  cardLayouts,
  cardSizes,
  cardThemes,
} from '../../drawing/card-options.ts';
import { browserType, type CardType } from '../../drawing/card-type.ts';
import { fill } from '../../i18n/fill.ts';
import { TextButton } from '../shared/buttons.tsx';
import { colorPattern, type Draft, isChosen, isPicture, type Value } from './draft.ts';
import type { FlowsLabels } from './formats.ts';

interface PreviewProps {
  readonly draft: Draft;
  readonly onChange: (name: string, value: Value) => void;
  readonly labels: FlowsLabels;
}

/** The card of the form as it is now, in each chosen size: drawn in the browser, free of charge. */
export default function CardPreview({ draft, onChange, labels }: PreviewProps) {
  const { preview, cardRefusals, cardSizes: sizeNames } = labels;
  const options = optionsOf(useDeferredValue(draft));
  const sizes = chosenSizes(draft.sizes);
  const [first = 'open-graph'] = sizes;
  const drawn = cardSvg({ ...options, size: first }, previewType);
  const { title, name = '', subtitle = '' } = options;
  const missing = undrawable([title, name, subtitle]);
  const { accent } = options;
  return (
    <section className="flows-preview" aria-label={preview.title}>
      <h3>{preview.title}</h3>
      {drawn.ok ? (
        sizes.map((size) => (
          <Preview key={size} options={{ ...options, size }} name={sizeNames[size]} />
        ))
      ) : (
        <figure>
          <div className="flows-preview-room">
            <p role="status" className="small">
              {options.title.trim() === ''
                ? preview.empty
                : fill(cardRefusals[drawn.code], { accent, better: drawn.better ?? '' })}{' '}
              {drawn.better ? (
                <TextButton onClick={() => onChange('accent', drawn.better)}>
                  {fill(preview.take, { color: drawn.better })}
                </TextButton>
              ) : null}
            </p>
          </div>
          <figcaption className="small">{sizeNames[first]}</figcaption>
        </figure>
      )}
      {missing.length > 0 && (
        <p role="status">{fill(preview.missing, { characters: missing.join(' ') })}</p>
      )}
      <p className="small">{preview.note}</p>
    </section>
  );
}

/** The faces of the browser, with the characters alone that ours have. */
const previewType: CardType = { ...browserType, has: isDrawable };

/** As a picture, because pictures run no script and load nothing, whatever an emblem has in it. */
function Preview({ options, name }: { readonly options: CardOptions; readonly name: string }) {
  const drawn = cardSvg(options, previewType);
  if (!drawn.ok) return null;
  const { widthPx, heightPx } = cardSizes[options.size];
  return (
    <figure>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(drawn.svg)}`}
        alt={name}
        width={widthPx}
        height={heightPx}
      />
      <figcaption className="small">{name}</figcaption>
    </figure>
  );
}

const usualAccent = '#1f6feb';

function optionsOf(draft: Draft): Omit<CardOptions, 'size'> {
  const text = (name: string) => (typeof draft[name] === 'string' ? draft[name] : '');
  const accent = text('accent');
  return {
    title: text('title'),
    subtitle: text('subtitle'),
    name: text('name'),
    accent: colorPattern.test(accent) ? accent : usualAccent,
    emblem: emblemOf(draft.emblem),
    layout: cardLayouts.find((one) => one === draft.layout) ?? cardLayouts[0],
    theme: cardThemes.find((one) => one === draft.theme) ?? cardThemes[0],
  };
}

function emblemOf(emblem: Value): string | undefined {
  if (!isPicture(emblem) || emblem.base64 === undefined) return undefined;
  return `data:${emblem.mediaType};base64,${emblem.base64}`;
}

function chosenSizes(value: Value): readonly CardSize[] {
  const chosen = isChosen(value) ? value : [];
  const all: readonly CardSize[] = ['open-graph', 'x', 'wechat', 'linkedin'];
  return all.filter((size) => chosen.includes(size));
}
