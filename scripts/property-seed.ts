import * as fc from 'fast-check';

/**
 * Property tests draw the same examples on every run, so that a build says the same twice. A number in
 * FENCELINE_SEED draws others; what fails with one becomes a named test beside the property.
 */
const given = Number(process.env['FENCELINE_SEED'] ?? Number.NaN);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number.isSafeInteger(given) ? given : 20_261_129 });
