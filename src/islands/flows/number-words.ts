import type { ResultPart } from '../../contract/flows.ts';
import { fill } from '../../i18n/fill.ts';
import type { FlowFormats } from './formats.ts';
import type { FlowsLabels } from './labels.ts';

/** A number of a result with its unit. */
export function numberWords(
  { value, unit }: Pick<Extract<ResultPart, { kind: 'number' }>, 'value' | 'unit'>,
  { units }: Pick<FlowsLabels, 'units'>,
  format: Pick<FlowFormats, 'percent' | 'size' | 'tenths'>,
): string {
  switch (unit) {
    case 'bytes':
      return format.size(value);
    case 'percent':
      return format.percent(value / 100);
    case 'words':
      return fill(value === 1 ? units.wordsOne : units.wordsMany, { number: format.tenths(value) });
    default:
      return fill(units[unit], { number: format.tenths(value) });
  }
}
