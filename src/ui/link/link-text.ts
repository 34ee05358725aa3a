/** Micros as milliseconds, as a link writes them. */
export function msText(micros: number): string {
  return numberText(micros / 1000);
}

/** At most so many digits after the point; of milliseconds three are a microsecond. Never an exponent. */
export function numberText(value: number, digits = 3): string {
  const text = value.toFixed(digits).replace(/\.?0+$/u, '');
  return text === '-0' ? '0' : text;
}

/** As encodeURIComponent, but what is harmless after `#` stays readable. */
export function escape(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\u{FFFD}')).replace(
    /%(?:2C|3A|40|2F)/gu,
    decodeURIComponent,
  );
}

/** The text that was escaped; null for what nobody escaped like this. */
export function unescape(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
