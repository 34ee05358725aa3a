/** Width of a text in pixels, for deciding where labels fit. */
export type MeasureText = (text: string, size: number, bold: boolean) => number;

/**
 * Widths of the page's sans family in hundredths of the size, by letter, on the generous side. A table and
 * not a canvas, so that layout is the same in every place it runs, tests included.
 */
const NARROW = 31;
const WIDTHS = new Map<string, number>([
  ...letters("iljI.,:;'|!", NARROW),
  ...letters('ftr()[]/\\- ', 40),
  ...letters('sczkvxyJL1"', 56),
  ...letters('abdeghnopquE?F', 62),
  ...letters('023456789=<>+×', 66),
  ...letters('ABCDGHKNOPQRSTUVXYZ&_', 74),
  ...letters('mwMW@%', 95),
]);
const OTHER = 80;
const BOLD = 1.06;

/** Estimates a width from the table. */
export const estimateTextWidth: MeasureText = (text, size, bold) => {
  let hundredths = 0;
  for (const letter of text) hundredths += WIDTHS.get(letter) ?? OTHER;
  return (hundredths * size * (bold ? BOLD : 1)) / 100;
};

function letters(all: string, width: number): [string, number][] {
  return [...all].map((letter) => [letter, width]);
}
