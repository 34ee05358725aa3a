/** What part of the time axis is shown, in microseconds. */
export interface TimeView {
  readonly from: number;
  readonly to: number;
}
