import { Statement } from './SeeRun.tsx';
import { text } from './words.ts';

/** What goes wrong with a plain Redis lock and what answers it, the rows that are often told, and the short guide. */
export function Comparison() {
  return (
    <>
      <section aria-labelledby="guide-compared">
        <h3 id="guide-compared">{text.comparedTitle}</h3>
        <p className="muted">{text.comparedNote}</p>
        <table className="guide-table" aria-labelledby="guide-compared">
          <Columns names={Object.values(text.columns)} />
          <tbody>
            {text.compared.map(({ id, name, redis, etcd, limit }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td data-column={text.columns.redis}>
                  <Statement shown={redis} />
                </td>
                <td data-column={text.columns.etcd}>
                  <Statement shown={etcd} />
                </td>
                <td data-column={text.columns.limit}>
                  <Statement shown={limit} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section aria-labelledby="guide-usual">
        <h3 id="guide-usual">{text.usualTitle}</h3>
        <p className="muted">{text.usualNote}</p>
        <table className="guide-table" aria-labelledby="guide-usual">
          <Columns names={Object.values(text.usualColumns)} />
          <tbody>
            {text.usual.map(({ id, name, usual, redis, etcd }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td data-column={text.usualColumns.usual} className="guide-usual">
                  <p>{usual}</p>
                </td>
                <td data-column={text.usualColumns.redis}>
                  <Statement shown={redis} />
                </td>
                <td data-column={text.usualColumns.etcd}>
                  <Statement shown={etcd} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section aria-labelledby="guide-advice">
        <h3 id="guide-advice">{text.adviceTitle}</h3>
        <div className="guide-advice">
          {text.advice.map(({ id, name, points }) => (
            <section key={id} aria-labelledby={`guide-${id}`}>
              <h4 id={`guide-${id}`}>{name}</h4>
              <ul>
                {points.map((point) => (
                  <li key={point.says}>
                    <Statement shown={point} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </section>
    </>
  );
}

function Columns({ names }: { readonly names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
