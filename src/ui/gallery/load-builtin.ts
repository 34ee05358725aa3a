import '../../text/scenarios/all.ts';

// What comes with the product beside the first scenario, in one script that is loaded when it is needed.
export { builtin } from '../../scenarios/builtin/index.ts';
export { CATALOGUE } from '../../scenarios/builtin/catalogue.ts';
