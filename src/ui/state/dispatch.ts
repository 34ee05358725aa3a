import {
  checkDispatchValues,
  withDispatchValue,
  type DispatchParameter,
} from '../../scenarios/dispatch/parameters.ts';
import type { ParameterValues } from '../../scenarios/scenario.ts';
import { dispatchText } from '../../text/dispatch.ts';
import { text } from '../text.ts';
import { notify, showView, type AppStore } from './store.ts';

/** Shows the dispatch comparison in place of the picture. */
export function openDispatch(store: AppStore): void {
  showView(store, { dispatch: store.getState().dispatch ?? {} });
}

/** Changes one parameter of the comparison. */
export function setDispatchValue(store: AppStore, parameter: DispatchParameter, value: number): void {
  store.setState(({ dispatch }) => {
    const { values } = checkDispatchValues(dispatch ?? {});
    return { dispatch: withDispatchValue(values, parameter, value) };
  });
}

/** Gives every parameter of the comparison its own value again. */
export function resetDispatch(store: AppStore): void {
  store.setState({ dispatch: {} });
}

/** Leaves out what a link set and the comparison does not have, and says so. */
export function checkDispatch(store: AppStore, written: ParameterValues): void {
  const { values, problems } = checkDispatchValues(written);
  if (problems.length === 0) return;
  store.setState({ dispatch: values });
  for (const { parameter, range } of problems) {
    const field = `d.${parameter}`;
    const said =
      range === null ? text.page.link['unknown-field'](field) : dispatchText.outOfRange(field, range);
    notify(store, { text: said });
  }
}
