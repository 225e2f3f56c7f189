import readExif from 'exif-reader';
import { byLanguage, type Language } from '../../../src/contract/language.ts';
import { languageRecords } from '../../../src/contract/language-records.ts';
import { fill } from '../../../src/i18n/fill.ts';
import { pictureDataWords } from '../../../src/i18n/words.ts';
import type { Texts } from '../flow.ts';
import type { Picture } from './read-picture.ts';

type Kind = keyof (typeof pictureDataWords)[Language]['kinds'];

/** The data in tags of EXIF. Source: Exif 2.32 (CIPA DC-008), sections 4.6.4 to 4.6.6. */
const kindOfTag: Readonly<Record<string, Kind>> = {
  Make: 'camera',
  Model: 'camera',
  LensMake: 'camera',
  LensModel: 'camera',
  MakerNote: 'camera',
  ExposureTime: 'exposure',
  FNumber: 'exposure',
  FocalLength: 'exposure',
  ISOSpeedRatings: 'exposure',
  BodySerialNumber: 'serialNumber',
  LensSerialNumber: 'serialNumber',
  ImageUniqueID: 'serialNumber',
  DateTime: 'time',
  DateTimeOriginal: 'time',
  DateTimeDigitized: 'time',
  Artist: 'author',
  CameraOwnerName: 'author',
  Copyright: 'author',
  ImageDescription: 'description',
  UserComment: 'description',
  HostComputer: 'program',
  Software: 'program',
};

/** Names the data of a picture that its results do not have, as a sentence. */
export function removedData(picture: Picture): Texts {
  const { kinds, model } = dataIn(picture);
  return byLanguage((language) => {
    const words = pictureDataWords[language];
    if (kinds.size === 0) return words.none;
    const titles = { ...words.kinds, ...(model && { camera: fill(words.cameraModel, { model }) }) };
    // In the order of the dictionary, which has the most private first.
    const named = Object.entries(titles).filter(([kind]) => [...kinds].some((one) => one === kind));
    const list = new Intl.ListFormat(languageRecords[language].numberLocale);
    return fill(words.removed, { kinds: list.format(named.map(([, title]) => title)) });
  });
}

function dataIn({ file, format, metadata }: Picture) {
  const { exif, xmp, iptc, comments } = metadata;
  // In a TIFF the file itself has the tags.
  const read = format === 'tiff' ? exifOf(file) : exif && exifOf(exif);
  const { GPSInfo, Image, Photo, Thumbnail } = read ?? {};
  const tags: Readonly<Record<string, unknown>> = { ...Image, ...Photo };
  const kinds = new Set(Object.keys(tags).flatMap((tag) => kindOfTag[tag] ?? []));
  const places = Object.keys({ ...GPSInfo }).filter((tag) => tag !== 'GPSVersionID');
  if (places.length > 0 || xmp?.includes('GPSLatitude')) kinds.add('location');
  // The second picture of a TIFF is a page, or anything.
  if (Thumbnail) kinds.add(format === 'tiff' ? 'other' : 'thumbnail');
  const isUnread = !read && (exif !== undefined || format === 'tiff');
  if (isUnread || xmp || iptc || comments) kinds.add('other');
  return { kinds, model: modelOf(tags) };
}

/** A file may say anything there, at any length. */
const MAX_MODEL_LENGTH = 60;

function modelOf({ Make: make, Model: model }: Readonly<Record<string, unknown>>): string {
  if (typeof model !== 'string') return '';
  const isNamed = typeof make !== 'string' || model.startsWith(make);
  const text = isNamed ? model : `${make} ${model}`;
  return text
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, MAX_MODEL_LENGTH);
}

/** The tags of EXIF; undefined when they cannot be read. */
function exifOf(bytes: Uint8Array): ReturnType<typeof readExif> | undefined {
  try {
    return readExif(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch {
    return undefined;
  }
}
