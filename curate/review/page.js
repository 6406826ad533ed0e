"use strict";
(function () {
  var audience = document.getElementById("audience");
  var boxes = Array.prototype.slice.call(document.querySelectorAll("input[name=class]"));
  var rows = Array.prototype.slice.call(document.querySelectorAll("[data-classes]"));
  var changes = Array.prototype.slice.call(document.querySelectorAll("[data-class]"));
  var shown = document.getElementById("shown");

  // A tool without an audience is everybody's.
  function seen(who, name) {
    return !name || who.trim() === "" || who.indexOf(" " + name + " ") >= 0;
  }

  function filter() {
    var name = audience ? audience.value : "";
    var wanted = boxes.filter(function (b) { return b.checked; }).map(function (b) { return b.value; });
    var n = 0, all = 0;
    rows.forEach(function (row) {
      var classes = row.getAttribute("data-classes");
      var fits = wanted.length === 0 || wanted.some(function (c) { return classes.indexOf(" " + c + " ") >= 0; });
      row.hidden = !(fits && seen(row.getAttribute("data-who"), name));
      if (row.tagName === "ARTICLE") {
        all++;
        if (!row.hidden) { n++; }
      }
    });
    changes.forEach(function (change) {
      change.hidden = wanted.length > 0 && wanted.indexOf(change.getAttribute("data-class")) < 0;
    });
    shown.textContent = n === all ? all + " tools" : n + " of " + all + " tools";
  }

  document.getElementById("filter").addEventListener("change", filter);
  document.getElementById("filter").addEventListener("submit", function (e) { e.preventDefault(); });
  // What is folded is printed, too.
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll("details").forEach(function (d) { d.open = true; });
  });
  filter();
})();
