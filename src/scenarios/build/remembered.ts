import { Recent } from '../../engine/recent.ts';

const RECENT = new Recent<unknown>(600);

/**
 * What `make` makes of plain options. Components made lately are kept: equal options give the same one, with
 * all that it remembers of its steps.
 */
export function remembered<Options, Made>(
  kind: string,
  options: Options,
  make: (options: Options) => Made,
): Made {
  return RECENT.get(`${kind} ${JSON.stringify(options)}`, () => make(options)) as Made;
}
