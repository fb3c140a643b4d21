// Search and copying; the manual can be read without either.
"use strict";

(() => {
  const root = document.body.dataset.root;
  const search = document.querySelector(".search");
  const query = document.getElementById("manual-query");
  const results = document.getElementById("manual-results");
  const most = 20;
  let loading = null;

  // The words of all pages are read when somebody begins to search.
  const load = () => loading ??= new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = root + "search.js";
    script.onload = () => resolve(window.manualParts.map(([target, title, heading, anchor, text]) => ({
      target, title, heading, anchor, text,
      lower: { title: title.toLowerCase(), heading: heading.toLowerCase(), text: text.toLowerCase() },
    })));
    script.onerror = () => resolve([]);
    document.head.append(script);
  });

  // How well a part fits: every word has to be somewhere, and counts most in a heading that it begins.
  const score = (part, words) => {
    let sum = 0;
    for (const word of words) {
      const { title, heading, text } = part.lower;
      let points = heading === word ? 60 : heading.startsWith(word) ? 24 : heading.includes(word) ? 16 : 0;
      if (title.includes(word)) points += title === word ? 20 : 6;
      const place = text.indexOf(word);
      if (place >= 0) points += place > 0 && /[\p{L}\p{N}]/u.test(text[place - 1]) ? 1 : 3;
      if (points === 0) return 0;
      sum += points;
    }
    return sum;
  };

  const marked = (text, words) => {
    const pieces = document.createDocumentFragment();
    const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    for (const piece of text.split(new RegExp(`(${escaped.join("|")})`, "gi"))) {
      if (words.includes(piece.toLowerCase())) {
        const mark = document.createElement("mark");
        mark.textContent = piece;
        pieces.append(mark);
      } else {
        pieces.append(piece);
      }
    }
    return pieces;
  };

  const excerpt = (part, words) => {
    const place = Math.max(0, Math.min(...words.map((word) => {
      const found = part.lower.text.indexOf(word);
      return found < 0 ? Infinity : found;
    }).filter(Number.isFinite), part.text.length) - 40);
    const start = place >= part.text.length ? 0 : place;
    return (start > 0 ? "…" : "") + part.text.slice(start, start + 150) + (start + 150 < part.text.length ? "…" : "");
  };

  const show = async () => {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) { results.hidden = true; results.replaceChildren(); return; }
    const parts = await load();
    if (words.join(" ") !== query.value.toLowerCase().split(/\s+/).filter(Boolean).join(" ")) return;
    const found = parts.map((part) => ({ part, points: score(part, words) }))
      .filter(({ points }) => points > 0).sort((a, b) => b.points - a.points);
    const summary = document.createElement("p");
    summary.textContent = found.length === 0 ? "Nothing found; try fewer or shorter words."
      : found.length > most ? `The best ${most} of ${found.length} places` : `${found.length} ${found.length === 1 ? "place" : "places"}`;
    const list = document.createElement("ol");
    for (const { part } of found.slice(0, most)) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = root + part.target + (part.anchor ? "#" + part.anchor : "");
      const name = document.createElement("strong");
      name.append(marked(part.heading || part.title, words));
      const text = document.createElement("small");
      text.append(marked(part.title === part.heading ? excerpt(part, words) : part.title + " · " + excerpt(part, words), words));
      link.append(name, text);
      item.append(link);
      list.append(item);
    }
    results.replaceChildren(summary, list);
    results.hidden = false;
  };

  const close = () => { results.hidden = true; };

  search.hidden = false;
  query.addEventListener("focus", load, { once: true });
  query.addEventListener("input", show);
  query.addEventListener("focus", () => { if (query.value) show(); });
  document.addEventListener("click", (event) => { if (!search.contains(event.target)) close(); });
  results.addEventListener("click", (event) => { if (event.target.closest("a")) close(); });
  document.addEventListener("keydown", (event) => {
    const typing = /^(input|textarea|select)$/i.test(document.activeElement.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      query.focus();
      query.select();
    } else if (event.key === "Escape" && search.contains(document.activeElement)) {
      close();
      query.focus();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !results.hidden && search.contains(document.activeElement)) {
      const links = [...results.querySelectorAll("a")];
      const next = links.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
      event.preventDefault();
      (next < 0 ? query : links[Math.min(next, links.length - 1)])?.focus();
    } else if (event.key === "Enter" && document.activeElement === query) {
      results.querySelector("a")?.click();
    }
  });

  // What is typed in a session can be taken along without what is printed.
  if (navigator.clipboard) {
    for (const session of document.querySelectorAll(".session")) {
      const typed = [...session.querySelectorAll(".input")].map((line) => line.textContent);
      if (typed.length === 0) continue;
      const button = document.createElement("button");
      button.className = "copy";
      button.type = "button";
      button.textContent = "Copy commands";
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(typed.join("\n") + "\n");
        button.textContent = "Copied";
        setTimeout(() => { button.textContent = "Copy commands"; }, 1500);
      });
      session.append(button);
    }
  }
})();
