extension PlaybackPage {
  /// What the page does. Between the marks that make it well-formed XML it is the same in both readings.
  static let script = #"""
    //<![CDATA[
    (() => {
    'use strict';
    const film = JSON.parse(document.getElementById('film').textContent);
    const named = id => document.getElementById(id);
    const svg = 'http://www.w3.org/2000/svg';
    const origins = ['created', 'reused', 'kept'];

    // An element with classes and a text; whatever comes from data is a text.
    const make = (name, kind, text) => {
      const element = document.createElement(name);
      if (kind) element.className = kind;
      if (text !== undefined) element.textContent = text;
      return element;
    };
    const draw = (name, attributes, text) => {
      const element = document.createElementNS(svg, name);
      for (const key of Object.keys(attributes)) element.setAttribute(key, attributes[key]);
      if (text !== undefined) element.textContent = text;
      return element;
    };

    // Every frame as a whole: the numbers of its lines, its pools and what happened.
    const whole = reel => {
      let rows = [], pools = new Map();
      return reel.frames.map(([step, table, number, change, changed, events]) => {
        if (change[0] >= 0) rows = change.slice(1);
        else {
          rows = rows.slice();
          for (let at = 1; at < change.length; at += 2) rows[change[at]] = change[at + 1];
        }
        if (changed.length) pools = new Map(pools);
        for (const [pool, ...cells] of changed) {
          if (cells.length) pools.set(pool, cells); else pools.delete(pool);
        }
        const list = [];
        for (let at = 0; at < events.length; at += 3) {
          list.push({ kind: film.kinds[events[at]], cell: events[at + 1], place: events[at + 2] });
        }
        return { step, table, number, rows, pools, events: list };
      });
    };
    const sections = document.querySelectorAll('.reel');
    const reels = film.reels.map((reel, at) => ({
      name: reel.name, tables: reel.tables, frames: whole(reel), section: sections[at],
      part: kind => sections[at].querySelector(kind), lines: [], chart: null,
    }));

    // Where the pictures of two reels differ in number, the shorter one waits for the next command.
    const places = [];
    const lasts = reels.map(() => -1);
    film.steps.forEach((step, number) => {
      const own = reels.map(reel => reel.frames.map((frame, at) => frame.step === number ? at : -1)
        .filter(at => at >= 0));
      const count = Math.max(1, ...own.map(list => list.length));
      for (let at = 0; at < count; at += 1) {
        own.forEach((list, reel) => {
          if (list.length) lasts[reel] = list[Math.min(at, list.length - 1)];
        });
        places.push({ step: number, frames: lasts.slice() });
      }
    });

    // One line of the viewport.
    const line = row => {
      const element = make('div', 'line');
      const text = film.texts[film.rows[2 * row]], runs = film.runs[film.rows[2 * row + 1]];
      let start = 0;
      for (let at = 0; at < runs.length; at += 2) {
        const columns = Math.floor(runs[at + 1] / 10000), style = film.styles[runs[at + 1] % 10000];
        const part = text.slice(start, start + runs[at]);
        start += runs[at];
        if (!style && !columns) { element.append(part); continue; }
        const span = make('span', columns ? style + ' wide' : style, part);
        if (columns) span.style.width = columns + 'ch';
        element.append(span);
      }
      if (!text) element.append('\n');
      return element;
    };
    const showScreen = (reel, frame) => {
      const screen = reel.part('.screen');
      frame.rows.forEach((row, at) => {
        if (reel.lines[at] === row) return;
        const element = line(row);
        if (at < screen.children.length) screen.children[at].replaceWith(element);
        else screen.append(element);
      });
      while (screen.children.length > frame.rows.length) screen.lastChild.remove();
      reel.lines = frame.rows;
    };

    const cellName = cell => cell < 0 ? '' : film.cells[cell];
    const chip = cell => make('span', 'chip id-' + film.hues[cell], cellName(cell));
    const showPools = (reel, frame) => {
      const content = reel.part('.pools .content');
      content.replaceChildren();
      if (!frame.pools.size) content.append(make('p', 'none', 'all pools are empty'));
      for (const [pool, cells] of [...frame.pools].sort((one, other) => one[0] - other[0])) {
        const stack = make('figure', 'stack');
        stack.append(make('figcaption', '', film.pools[pool] + ', ' + cells.length));
        const list = make('ol', '');
        for (const cell of cells.slice().reverse()) {
          const item = make('li', '');
          item.append(chip(cell));
          list.append(item);
        }
        stack.append(list);
        content.append(stack);
      }
    };

    const words = (event, number) => {
      const name = cellName(event.cell), identifier = name.slice(0, name.lastIndexOf('#'));
      const noun = event.place.split('.').length > 2 ? 'item ' : 'row ';
      const place = event.place ? noun + event.place : 'no row';
      if (event.kind === 'create') return 'Loading cell from nib ' + identifier + ' for ' + place + '...';
      if (event.kind === 'reuse') {
        return 'reusing cell \'' + identifier + '\' (' + name + ') for ' + place + '...';
      }
      return ['[' + number + ']', event.kind, name, event.place ? '(' + place + ')' : '']
        .filter(part => part).join(' ');
    };
    const showLog = (reel, at) => {
      const list = reel.part('.log .content'), items = [];
      for (let past = at; past >= 0 && items.length < 80; past -= 1) {
        const frame = reel.frames[past];
        frame.events.slice().reverse().forEach(event => {
          const hue = event.cell < 0 ? '' : 'id-' + film.hues[event.cell];
          const item = make('li', hue, words(event, frame.number));
          if (past === at) { item.classList.add('lit'); item.setAttribute('aria-current', 'true'); }
          items.unshift(item);
        });
      }
      list.replaceChildren(...items);
      const first = list.querySelector('.lit');
      list.scrollTop = first ? first.offsetTop - list.offsetTop - 30 : list.scrollHeight;
    };

    // The timeline of a table. Only as many frames are drawn at once as fit without overlapping.
    const pitch = 16, height = 18, shown = 40, most = 60;
    const showChart = (reel, frame) => {
      const content = reel.part('.lanes .content'), table = reel.tables[frame.table];
      if (!table) return;
      const first = table.first + Math.floor(Math.max(0, frame.number - table.first) / shown) * shown;
      const key = frame.table + ':' + first;
      if (reel.chart !== key) {
        reel.chart = key;
        content.replaceChildren(chart(table, first));
      }
      const cursor = content.querySelector('.cursor');
      cursor.setAttribute('x', 150 + (frame.number - first) * pitch);
      content.setAttribute('aria-label', 'Timeline, frame ' + frame.number);
    };
    const chart = (table, first) => {
      const end = first + shown, x = number => 150 + (Math.min(Math.max(number, first), end) - first) * pitch;
      const picture = draw('svg', { role: 'img', 'aria-label': 'Which cell served which row' });
      let y = 20, lanes = 0;
      for (let number = first; number < end; number += 5) {
        picture.append(draw('text', { x: x(number) + 2, y: 12, class: 'axis' }, number));
      }
      for (const [name, all] of table.groups) {
        const seen = all.filter(([, gone, stays, pooled]) => lasting(stays, pooled, first, end));
        if (!seen.length || lanes >= most) continue;
        picture.append(draw('text', { x: 0, y: y + 13, class: 'group' }, name));
        y += height;
        for (const lane of seen.slice(0, most - lanes)) {
          picture.append(row(lane, x, y));
          y += height;
        }
        lanes += seen.length;
      }
      if (lanes > most) {
        picture.append(draw('text', { x: 0, y: y + 13 }, (lanes - most) + ' more cells are left out'));
        y += height;
      }
      picture.prepend(draw('rect', { class: 'cursor', y: 0, width: pitch, height: y }));
      picture.setAttribute('width', 150 + shown * pitch);
      picture.setAttribute('height', y + 4);
      return picture;
    };
    const lasting = (stays, pooled, first, end) => {
      for (let at = 0; at < stays.length; at += 5) {
        if (stays[at + 1] < end && stays[at + 2] >= first) return true;
      }
      for (let at = 0; at < pooled.length; at += 2) {
        if (pooled[at] < end && pooled[at + 1] >= first) return true;
      }
      return false;
    };
    const row = ([cell, gone, stays, pooled], x, y) => {
      const group = draw('g', { class: 'id-' + film.hues[cell] });
      group.append(draw('text', { x: 8, y: y + 13, class: 'name' }, cellName(cell)));
      for (let at = 0; at < pooled.length; at += 2) {
        group.append(draw('line', {
          class: 'wait', x1: x(pooled[at]), x2: x(pooled[at + 1]), y1: y + 9, y2: y + 9 }));
      }
      for (let at = 0; at < stays.length; at += 5) {
        const from = x(stays[at + 1]), to = x(stays[at + 2]);
        if (to === from && from !== x(stays[at + 1] + 1) - pitch) continue;
        const box = draw('rect', {
          class: 'stay ' + origins[stays[at]] + (stays[at + 3] ? ' stale' : ''),
          x: from, y: y + 2, width: Math.max(2, to - from - 1), height: height - 4, rx: 3 });
        box.append(draw('title', {}, cellName(cell) + ', ' + stays[at + 4] + ', ' + origins[stays[at]]));
        group.append(box);
        if (stays[at + 4].length * 7 + 4 <= to - from) {
          group.append(draw('text', { x: from + 3, y: y + 13, class: 'label' }, stays[at + 4]));
        }
      }
      if (gone >= 0) group.append(draw('text', { x: x(gone) + 2, y: y + 13, class: 'gone' }, '×'));
      return group;
    };

    // What a frame did, in words for those who hear it.
    const summary = (reel, frame) => {
      const counts = {};
      for (const event of frame.events) counts[event.kind] = (counts[event.kind] || 0) + 1;
      const parts = [['create', 'created'], ['reuse', 'reused'], ['recycle', 'recycled'], ['stale', 'stale']]
        .filter(([kind]) => counts[kind]).map(([kind, word]) => counts[kind] + ' ' + word);
      return (reel.name ? reel.name + ': ' : '') + (parts.length ? parts.join(', ') : 'no cells changed');
    };
    // Before its first picture a reel shows nothing.
    const clear = reel => {
      reel.section.querySelectorAll('.screen, .content').forEach(part => part.replaceChildren());
      [reel.lines, reel.chart] = [[], null];
      return '';
    };
    let at = 0, timer = null;
    const show = (next, speaks) => {
      at = Math.min(Math.max(next, 0), places.length - 1);
      const place = places[at];
      if (!place) return;
      const spoken = reels.map((reel, number) => {
        const frame = reel.frames[place.frames[number]];
        if (!frame) return clear(reel);
        showScreen(reel, frame);
        showPools(reel, frame);
        showLog(reel, place.frames[number]);
        showChart(reel, frame);
        return summary(reel, frame);
      });
      const step = film.steps[place.step];
      named('steps').value = String(place.step);
      named('output').textContent = (step[0] ? 'shelf> ' + step[0] + '\n' : '') + step[1];
      named('place').value = String(at);
      const words = 'Picture ' + (at + 1) + ' of ' + places.length;
      named('number').textContent = words;
      named('place').setAttribute('aria-valuetext', words);
      for (const [id, ends] of [['first', at === 0], ['back', at === 0], ['step', at === places.length - 1],
        ['last', at === places.length - 1]]) named(id).setAttribute('aria-disabled', String(ends));
      if (speaks) named('live').textContent = words + '. ' + (step[0] || 'The start') + '. ' + spoken.join('; ');
    };
    const pause = () => {
      clearTimeout(timer);
      timer = null;
      named('play').textContent = 'Play';
    };
    const goOn = () => {
      if (at >= places.length - 1) { pause(); show(at, true); return; }
      show(at + 1, false);
      timer = setTimeout(goOn, 600 / Number(named('speed').value));
    };
    const play = () => {
      if (timer !== null) { pause(); show(at, true); return; }
      named('play').textContent = 'Pause';
      if (at >= places.length - 1) show(0, false);
      timer = setTimeout(goOn, 600 / Number(named('speed').value));
    };
    const go = next => { pause(); show(next, true); };

    const acts = {
      first: () => go(0), back: () => go(at - 1), play, step: () => go(at + 1),
      last: () => go(places.length - 1),
    };
    for (const id of Object.keys(acts)) named(id).addEventListener('click', acts[id]);
    named('place').max = String(Math.max(0, places.length - 1));
    named('place').addEventListener('input', event => go(Number(event.target.value)));
    named('steps').addEventListener('change', event => {
      const step = Number(event.target.value);
      const own = places.map((place, number) => place.step === step ? number : -1).filter(number => number >= 0);
      go(own[own.length - 1]);
    });
    named('colours').addEventListener('change', event => {
      document.body.classList.toggle('by-cell', event.target.checked);
    });
    const keys = { ' ': play, ArrowRight: acts.step, ArrowLeft: acts.back, Home: acts.first, End: acts.last };
    document.addEventListener('keydown', event => {
      // Elements that have a meaning of their own for a key keep it.
      if (event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
      if (event.target.closest('select, input') || (event.key === ' ' && event.target.closest('button'))) return;
      if (event.target.closest('[tabindex]') && event.target.scrollWidth > event.target.clientWidth) return;
      event.preventDefault();
      keys[event.key]();
    });
    show(0, false);
    document.documentElement.dataset.pictures = String(places.length);
    })();
    //]]>

    """#
}
