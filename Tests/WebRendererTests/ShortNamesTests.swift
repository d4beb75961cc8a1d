import Testing

@testable import WebRenderer

@Suite struct ShortNamesTests {
  private func shortened(_ script: String) -> String {
    let minified = MinifiedScript([UInt8](script.utf8))
    return String(decoding: ShortNames(minified.bytes, literals: minified.literals).bytes, as: UTF8.self)
  }

  @Test func `what is declared gets one letter, what is used most the first`() {
    #expect(shortened("const one = 1; let two = one; two = one + two + two;") == "const b=1;let a=b;a=b+a+a;")
    #expect(shortened("const sum = (left, right) => left + right;") == "const c=(a,b)=>a+b;")
    #expect(shortened("for (const [key, ...rest] of all) f(key, ...rest);") == "for(const[a,...b]of all)f(a,...b);")
    #expect(shortened("{ const first = 1, second = 2; f(first, second); }") == "{const a=1,b=2;f(a,b);}")
  }

  @Test func `a letter that means something already isn't taken`() {
    #expect(shortened("const one = a + 'b'; f(one);") == "const c=a+'b';f(c);")
  }

  @Test func `what isn't declared stays`() {
    #expect(shortened("addEventListener(\"click\", go);") == "addEventListener(\"click\",go);")
    #expect(shortened("catch (error) { report(error); }") == "catch(error){report(error);}")
  }

  @Test(arguments: [
    "const text=1;f(el.text,text);", "const text=1;f(el?.text,text);", "const text=1;f({text,other:2});",
    "const text=1;f({text:text});", "const {text}=el;f(text);", "const {text=2}=el;f(text);",
    "const f=({text})=>text;", "const text=1;f(`${text}`);", "const text=1;f('a text');", "const text=1;f(/text/);",
    "const text=1;class A{text=2;b(){return this.text;}}", "const location=1;f(location);",
  ]) func `a name that a property or a literal has too stays`(script: String) {
    #expect(shortened(script).contains("text") == script.contains("text"))
    #expect(shortened(script).contains("location") == script.contains("location"))
    #expect(!shortened(script).contains("=a") && !shortened(script).contains("const a"))
  }

  @Test func `what a pattern or a parameter takes a property into is the script's own`() {
    #expect(shortened("on(({ target: el }) => f(el));") == "on(({target:a})=>f(a));")
    #expect(shortened("on(([, , el]) => f(el));") == "on(([,,a])=>f(a));")
    #expect(shortened("const go = (path, isBack = 0) => path || isBack;") == "const c=(b,a=0)=>b||a;")
    #expect(shortened("const one = seen ? other : { ...other, one };") == "const one=seen?other:{...other,one};")
  }

  @Test func `what is cut off ends there`() {
    for script in ["'a", "const [a", "({", ")", "}", "=>", ""] { _ = shortened(script) }
  }

  @Test func `the scripts are a third shorter, and have the same literals`() {
    for source in [PackageResources.ghostlight_js, PackageResources.recovery_js, PackageResources.tables_js] {
      let minified = MinifiedScript(source)
      let short = ShortNames(minified.bytes, literals: minified.literals).bytes
      #expect(short.count * 3 < source.count * 2)
      let texts = minified.literals.map { String(decoding: minified.bytes[$0], as: UTF8.self) }
      let script = String(decoding: short, as: UTF8.self)
      #expect(texts.allSatisfy { script.contains($0) })
    }
  }
}
