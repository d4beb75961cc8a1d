[import_deps: [:phoenix], inputs: ["{config,lib}/**/*.{ex,exs}"], line_length: 140]
