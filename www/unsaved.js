/* Settings that are changed but not saved: it is said beside the button, leaving the page asks first, and to save one form leaves what was
 * typed into the others as it was. Without this only what was sent is saved. */
"use strict";
(() => {
  const words = document.querySelector("[data-unsaved]")?.dataset.unsaved;
  if (!words) return;
  const kept = `unsaved ${document.querySelector("header .me a")?.getAttribute("href")}`;
  /* A password is never kept, and no loss. */
  const fieldsOf = (form) => [...form.elements].filter((field) => field.name && !field.readOnly && !field.disabled
    && field.matches("textarea, select, input:not([type=hidden], [type=password])"));
  const forms = [...document.querySelectorAll("[data-unsaved] form")].filter((form) => fieldsOf(form).length && form.querySelector("button.primary"));
  const nameOf = (form) => `${form.getAttribute("action")} ${form.querySelector("button.primary").value}`;

  const isBox = (field) => field.matches("[type=checkbox], [type=radio]");
  const asSent = (field) => (isBox(field) ? field.defaultChecked
    : field.options ? ([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0])?.value : field.defaultValue);
  const asIs = (field) => (isBox(field) ? field.checked : field.value);
  const isChanged = (form) => fieldsOf(form).some((field) => asIs(field) !== asSent(field));

  const marks = new Map(forms.map((form) => {
    const mark = Object.assign(document.createElement("span"), { className: "unsaved" });
    mark.setAttribute("role", "status");
    form.querySelector("button.primary").after(" ", mark);
    return [form, mark];
  }));
  const show = () => {
    for (const [form, mark] of marks) {
      const said = isChanged(form) ? words : "";
      if (mark.textContent !== said) mark.textContent = said;
    }
  };

  /* What was in the other forms when one was saved. A time zone that the browser offered is not in the list. */
  const putBack = (form, values) => fieldsOf(form).forEach((field, i) => {
    const { name, value } = values[i] ?? {};
    if (name !== field.name) return;
    if (isBox(field)) field.checked = value;
    else {
      if (field.options && ![...field.options].some((option) => option.value === value)) field.add(new Option(value, value));
      field.value = value;
    }
  });
  const before = JSON.parse(sessionStorage.getItem(kept) ?? "{}");
  sessionStorage.removeItem(kept);
  for (const form of forms) if (before[nameOf(form)]) putBack(form, before[nameOf(form)]);

  let saving = false;
  for (const what of ["input", "change", "click"]) document.addEventListener(what, show);
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !event.target.closest("[data-unsaved]")) return;
    const others = forms.filter((form) => form !== event.target && isChanged(form));
    const values = others.map((form) => [nameOf(form), fieldsOf(form).map((field) => ({ name: field.name, value: asIs(field) }))]);
    if (values.length) sessionStorage.setItem(kept, JSON.stringify(Object.fromEntries(values)));
    saving = true;
  });
  addEventListener("beforeunload", (event) => {
    if (saving || !forms.some(isChanged)) return;
    event.preventDefault();
    event.returnValue = ""; // for browsers that know no other way
  });
  addEventListener("pageshow", () => {
    saving = false;
    show();
  });
  show();
})();
