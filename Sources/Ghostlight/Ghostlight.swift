@_exported public import BindingMacros
@_exported public import EventMacros
@_exported public import EventStream
@_exported public import GhostBinding
@_exported public import ViewKit
@_exported public import WebServer
