include uses
