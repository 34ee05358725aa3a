import { Recent } from '../../engine/recent.ts';

const RECENT = new Recent<unknown>(100);

/**
 * What `make` makes of plain options. Components made lately are kept: to make a machine takes longer than to play a
 * run by it. Equal options give the same one.
 */
export function remembered<Options, Made>(
  kind: string,
  options: Options,
  make: (options: Options) => Made,
): Made {
  return RECENT.get(`${kind} ${JSON.stringify(options)}`, () => make(options)) as Made;
}
