/// What a user's own a text input asks for. Browsers and password managers offer to fill it in, and telephones show a keyboard
/// that suits it; the words are those of HTML's `autocomplete`.
public enum InputPurpose: String, Sendable, CaseIterable {
  /// The full name.
  case name
  /// The first name.
  case givenName = "given-name"
  /// The last name.
  case familyName = "family-name"
  /// An address for mail.
  case email
  /// A telephone number with its country's code.
  case telephone = "tel"
  /// The name that a user signs in with.
  case username
  /// The password that a user signs in with.
  case currentPassword = "current-password"
  /// A password that is chosen now. Password managers offer to make one.
  case newPassword = "new-password"
  /// A code that was sent to the user, or is shown by another device.
  case oneTimeCode = "one-time-code"
  /// What the user works for.
  case organization
  /// Street and number.
  case streetAddress = "address-line1"
  /// The place that the street is in.
  case city = "address-level2"
  /// The code of that place.
  case postalCode = "postal-code"
  /// The country's name.
  case country = "country-name"
  /// The address of the user's own page.
  case website = "url"

  /// The keyboard that suits it, where that isn't the usual one.
  var keyboard: String? {
    switch self {
    case .email, .website: rawValue
    case .telephone: "tel"
    case .oneTimeCode: "numeric"
    default: nil
    }
  }
}
